/** Enough of an IP address to see that two are similar, but not enough to identify a person. */
export function shortened(address: string): string {
  const four = /^(\d+\.\d+)\.\d+\.\d+$/.exec(address.replace(/^::ffff:/, ''))
  if (four) return `${four[1]}.•.•`
  return address.includes(':') ? `${address.split(':').slice(0, 2).join(':')}:•` : ''
}
