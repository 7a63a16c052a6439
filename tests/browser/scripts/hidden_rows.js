// The numbers of rows that are not to be read beside the desert's fields.
rows => rows.filter(each => {
  const text = document.createRange(), desert = each.closest(".desert").getBoundingClientRect();
  text.selectNodeContents(each);
  const number = text.getBoundingClientRect(), fields = each.closest(".zone").querySelector(".squares").getBoundingClientRect();
  return !each.checkVisibility() || !number.width || number.left < Math.max(desert.left, 0) || number.right > fields.left;
}).map(each => each.textContent)
