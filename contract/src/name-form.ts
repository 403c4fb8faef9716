/**
 * Empty, or a letter followed by letters, spaces, hyphens and apostrophes in any script, each with a few marks. This
 * excludes email addresses, and characters that are invisible or reverse a line. Some scripts need invisible joiners
 * inside a word.
 */
export const nameForm =
  /^(?:\p{L}\p{M}{0,4}(?:(?:[\p{L} '’ʼ‐‑-]|(?<=[\p{M}\p{Script=Arabic}])[\u200c\u200d](?=\p{L}))\p{M}{0,4})*)?$/u
