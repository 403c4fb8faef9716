const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const marked = 'áƀçďéƒĝĥíĵķĺɱñóþɋŕšţúʋŵẋýžÁɃÇĎÉƑĜĤÍĴĶĹḾÑÓÞɊŔŠŢÚṼŴẊÝŽ'
const accents = new Map(Array.from(plain, (letter, at) => [letter, marked[at] ?? letter]))

/**
 * English for development, accented and about as long as German, because every vowel is doubled. Tags are unchanged.
 */
export const accented = (text: string): string =>
  text.replace(/<\/?\w+\s*\/?>|[a-z]/gi, (found) => {
    const letter = accents.get(found)
    if (letter === undefined) return found
    return /[aeiou]/i.test(found) ? letter + letter.toLowerCase() : letter
  })
