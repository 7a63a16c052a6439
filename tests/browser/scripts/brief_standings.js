// What is wrong with the cards of zones where somebody digs: the number and who leads stand side by side over the figures.
cards => cards.filter(each => each.querySelector(".rung")).flatMap(each => {
  const card = each.getBoundingClientRect(), text = document.createRange(), brief = each.querySelector(".brief");
  if (!brief?.checkVisibility()) return ["nobody is said to lead"];
  text.selectNodeContents(brief);
  const said = text.getBoundingClientRect(), roman = each.querySelector(".roman").getBoundingClientRect();
  const figure = each.querySelector(".rung svg").getBoundingClientRect();
  const inside = said.right <= card.right && figure.bottom <= card.bottom && figure.left >= card.left;
  return inside && said.left >= roman.right && figure.top >= said.bottom - 3 ? [] : [`no room for ${brief.textContent}`];
})
