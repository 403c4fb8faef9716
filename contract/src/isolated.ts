// Words of another direction within a sentence: without marks around them, they would pull the punctuation, numbers and
// names beside them to their other side.

const rightToLeft = String.raw`\p{sc=Arabic}|\p{sc=Hebrew}|\p{sc=Syriac}|\p{sc=Thaana}|\p{sc=Nko}`
/** Letters that run against a sentence of that direction. */
const against = {
  ltr: new RegExp(rightToLeft, 'u'),
  rtl: new RegExp(String.raw`(?!${rightToLeft})\p{L}`, 'u'),
}

/** What is put into a sentence, kept together by invisible marks if some of it runs the other way. */
export const isolated = (words: string, sentence: 'ltr' | 'rtl'): string =>
  against[sentence].test(words) ? `\u2068${words}\u2069` : words
