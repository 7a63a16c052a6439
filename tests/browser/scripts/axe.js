// What axe-core finds wrong, a line for each place; all of its rules, or some.
async rules => {
  const found = await axe.run(document, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const why = node => [...node.any, ...node.all, ...node.none].map(check => check.message).join();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 120)} ${why(node)}`));
}
