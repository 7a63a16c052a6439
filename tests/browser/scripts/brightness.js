// How bright a picture is on average, from 0 to 255.
async url => {
  const image = await createImageBitmap(await (await fetch(url)).blob()), pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height), colours = data.filter((value, place) => place % 4 < 3);
  return colours.reduce((sum, value) => sum + value, 0) / colours.length;
}
