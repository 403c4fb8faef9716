const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const marked = 'áƀçďéƒĝĥíĵķĺɱñóþɋŕšţúʋŵẋýžÁɃÇĎÉƑĜĤÍĴĶĹḾÑÓÞɊŔŠŢÚṼŴẊÝŽ'
const accents = new Map(Array.from(plain, (letter, at) => [letter, marked[at] ?? letter]))

/**
 * English for development: accented, and as much longer as German often is, since every vowel is there twice. Tags stay
 * as they are.
 */
export const accented = (text: string): string =>
  text.replace(/<\/?\w+\s*\/?>|[a-z]/gi, (found) => {
    const letter = accents.get(found)
    if (letter === undefined) return found
    return /[aeiou]/i.test(found) ? letter + letter.toLowerCase() : letter
  })
