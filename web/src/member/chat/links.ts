type Part = { text: string; href?: string }

/** Characters that are invisible or reverse the text direction, and so can disguise a URL. */
const hiding = /[\p{C}\p{DI}]/u

/** Punctuation after a URL that isn't part of it. */
const trailing = /[.,;:!?'’"”)\]}…]+$/

/**
 * The URL of a link, unless it hides where it leads. A name or password before the host looks like the host. A host in
 * non-Latin letters can look like any other, even in its ASCII form (xn--), and so can a host after characters that
 * look like dots and slashes, which the parser reads as part of the host or as a path.
 */
function hrefOf(text: string): string | undefined {
  if (hiding.test(text) || !URL.canParse(text)) return undefined
  const { href, host, hostname, username, password } = new URL(text)
  const written = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  if (username || password || written.includes('@') || written.includes('\\')) return undefined
  if (!/^[\x21-\x7e]+$/.test(written) || hostname.split('.').some((label) => label.startsWith('xn--'))) return undefined
  // Numbers and other forms of a host resolve to a URL that looks different.
  const isAsWritten = [host, `${host}:80`, `${host}:443`].includes(written.toLowerCase())
  return isAsWritten && hostname.includes('.') ? href : undefined
}

/** Splits a message into text and links. A link that hides where it leads stays text. */
export function linksIn(text: string): Part[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/gi).flatMap((part, at): Part[] => {
    if (at % 2 === 0) return part ? [{ text: part }] : []
    const end = trailing.exec(part)?.[0] ?? ''
    const address = part.slice(0, part.length - end.length)
    const href = hrefOf(address)
    if (href === undefined) return [{ text: part }]
    return [{ text: address, href }, ...(end ? [{ text: end }] : [])]
  })
}
