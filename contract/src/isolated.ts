// Text of the opposite direction within a sentence needs marks around it, or it would reorder the punctuation, numbers
// and names beside it.

const rightToLeft = String.raw`\p{sc=Arabic}|\p{sc=Hebrew}|\p{sc=Syriac}|\p{sc=Thaana}|\p{sc=Nko}`
const against = {
  ltr: new RegExp(rightToLeft, 'u'),
  rtl: new RegExp(String.raw`(?!${rightToLeft})\p{L}`, 'u'),
}

/** Adds invisible marks if part of the text runs against the sentence. */
export const isolated = (words: string, sentence: 'ltr' | 'rtl'): string =>
  against[sentence].test(words) ? `\u2068${words}\u2069` : words
