/** Enough of an address of the net to see that two are alike, and not whose it is. */
export function shortened(address: string): string {
  const four = /^(\d+\.\d+)\.\d+\.\d+$/.exec(address.replace(/^::ffff:/, ''))
  if (four) return `${four[1]}.•.•`
  return address.includes(':') ? `${address.split(':').slice(0, 2).join(':')}:•` : ''
}
