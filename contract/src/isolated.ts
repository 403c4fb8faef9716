// Text in the opposite direction needs marks around it, because it would otherwise reorder the punctuation, numbers and
// names beside it.

const rightToLeft = String.raw`\p{sc=Arabic}|\p{sc=Hebrew}|\p{sc=Syriac}|\p{sc=Thaana}|\p{sc=Nko}`
const against = {
  ltr: new RegExp(rightToLeft, 'u'),
  rtl: new RegExp(String.raw`(?!${rightToLeft})\p{L}`, 'u'),
}

/** Adds invisible marks if a part of the text runs in the direction opposite to the sentence. */
export const isolated = (words: string, sentence: 'ltr' | 'rtl'): string =>
  against[sentence].test(words) ? `\u2068${words}\u2069` : words
