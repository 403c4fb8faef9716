export type Series = { name: string; values: readonly number[] }

/** Round steps from zero to at least the largest value, with at most four lines. */
export function stepsFor(largest: number): number[] {
  if (largest <= 0) return [0, 1]
  const rough = largest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 2.5, 5, 10]
      .map((factor) => factor * power)
      .find((each) => each >= rough && Number.isInteger(Math.max(each, 1))) ?? 10 * power,
  )
  const count = Math.ceil(largest / step)
  return Array.from({ length: count + 1 }, (_, n) => n * step)
}

export function pieceOf(from: number, to: number, centre: number, radius: number): string {
  const at = (share: number) => {
    const angle = (share - 0.25) * 2 * Math.PI
    return `${(centre + radius * Math.cos(angle)).toFixed(2)} ${(centre + radius * Math.sin(angle)).toFixed(2)}`
  }
  if (to - from >= 1) return `M${at(0)}A${radius} ${radius} 0 1 1 ${at(0.5)}A${radius} ${radius} 0 1 1 ${at(0)}z`
  return `M${centre} ${centre}L${at(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}z`
}
