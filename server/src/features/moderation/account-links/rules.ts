import { LEAST_LINK_WEIGHT, linkWeights, type LinkSignalKind } from '@kindred/contract'

type Shared = { other_id: string; kind: LinkSignalKind }
export type Resemblance = { otherId: string; signals: { kind: LinkSignalKind; weight: number }[]; weight: number }

export function resemblances(shared: readonly Shared[]): Resemblance[] {
  const kinds = ['picture', 'address', 'card', 'text', 'device', 'person'] as const
  return [...Map.groupBy(shared, ({ other_id }) => other_id)].flatMap(([otherId, its]) => {
    const signals = kinds
      .filter((kind) => its.some((each) => each.kind === kind))
      .map((kind) => ({ kind, weight: linkWeights[kind] }))
    const weight = signals.reduce((sum, signal) => sum + signal.weight, 0)
    return weight >= LEAST_LINK_WEIGHT ? [{ otherId, signals, weight }] : []
  })
}
