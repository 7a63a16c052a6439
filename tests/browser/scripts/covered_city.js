// Whether the guide's speech lies over the name of a city on the map of phones.
(speech, city) => {
  const box = speech.getBoundingClientRect(), names = [...document.querySelectorAll("#map-phone text")].filter(each => each.textContent === city);
  return names.map(each => each.getBoundingClientRect()).some(name => name.height && name.bottom > box.top && name.top < box.bottom);
}
