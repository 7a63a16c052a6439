// What moves, looked at in every frame.
window.moving = new Set();
const look = () => {
  for (const each of document.getAnimations())
    if (each.playState === "running") window.moving.add(each.animationName || each.transitionProperty || "glide");
  requestAnimationFrame(look);
};
look();
