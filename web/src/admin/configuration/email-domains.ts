/** Domains with other letters are stored as email does: müller.de is xn--mller-kva.de. */
function asStored(domain: string): string {
  const [, star = '', name = ''] = /^(\*\.)?(.*)$/.exec(domain) ?? []
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(name) || /^[\x21-\x7e]+$/.test(name)) return domain
  return URL.canParse(`https://${name}`) ? star + new URL(`https://${name}`).hostname : domain
}

/** The domains in a text with one per line. */
export const domainsIn = (text: string): string[] => {
  const all = text.split(/[\s,;]+/).map((domain) => asStored(domain.toLowerCase().replace(/^@/, '')))
  return [...new Set(all)].filter(Boolean)
}
