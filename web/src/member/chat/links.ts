/** A part of a message, with where it leads if it is a link. */
type Part = { text: string; href?: string }

/** Marks that turn the direction of what follows, or can't be seen: they make an address look like another. */
const hiding = /[\p{C}\p{DI}]/u

/** What may follow an address without being part of it. */
const trailing = /[.,;:!?'’"”)\]}…]+$/

/**
 * Where an address leads, if it shows that. A name or password before the host looks like the host. A host in other
 * letters than plain ones can look like any other, however it is spelled (its ASCII form begins with xn--), and so can
 * one after signs that look like dots and slashes, which the parser reads as part of it or as a path.
 */
function hrefOf(text: string): string | undefined {
  if (hiding.test(text) || !URL.canParse(text)) return undefined
  const { href, host, hostname, username, password } = new URL(text)
  const written = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  if (username || password || written.includes('@') || written.includes('\\')) return undefined
  if (!/^[\x21-\x7e]+$/.test(written) || hostname.split('.').some((label) => label.startsWith('xn--'))) return undefined
  // Numbers and other forms of a host are read as an address that doesn't look like them.
  const isAsWritten = [host, `${host}:80`, `${host}:443`].includes(written.toLowerCase())
  return isAsWritten && hostname.includes('.') ? href : undefined
}

/** A message in parts. What doesn't show where it leads stays a text. */
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
