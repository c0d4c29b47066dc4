// The time that was played.

// Adds what passed since the last tick, if it ran; a long silence (a page that slept) counts two
// seconds.
export function tick(clock, now, runs) {
  if (runs) clock.time += Math.min(now - clock.last, 2000);
  clock.last = now;
}
export const timeText = (ms) => {
  const [s, two] = [Math.floor(ms / 1000), (n) => String(n).padStart(2, '0')];
  return `${s < 3600 ? '' : `${Math.floor(s / 3600)}:`}${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
};

// The day in a time zone; the reader's own without one, or if the browser does not know it. This
// locale writes days in this form.
export function todayText(now, timeZone) {
  try {
    return now.toLocaleDateString('sv-SE', { timeZone });
  } catch {
    return now.toLocaleDateString('sv-SE');
  }
}
