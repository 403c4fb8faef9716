import { parameters, defaultGroupOrder, type GroupOrder } from './rules.ts'
import type { Weights } from './outcomes.ts'

const isWeight = (name: string): name is keyof Weights => name in parameters.weights

function meanOrder(groups: readonly GroupOrder[]): GroupOrder {
  const mean = (valueOf: (group: GroupOrder) => number) =>
    groups.reduce((sum, group) => sum + valueOf(group), 0) / groups.length
  const prior = (of: 'gives' | 'gets') => ({
    likes: mean((group) => group[of].likes),
    of: mean((group) => group[of].of),
  })
  const weights: Weights = { ...defaultGroupOrder.weights }
  for (const name of Object.keys(weights).filter(isWeight)) weights[name] = mean((group) => group.weights[name])
  return {
    gives: prior('gives'),
    gets: prior('gets'),
    usual: mean(({ usual }) => usual),
    weights,
    meanShown: mean(({ meanShown }) => meanShown),
  }
}

/** Accepts one gender group, or several joined by a plus. Each combination is computed once. */
export function orderOfGroups(groups: ReadonlyMap<string, GroupOrder>): (genderGroups: string | null) => GroupOrder {
  const made = new Map(groups)
  return (genderGroups) => {
    if (genderGroups === null) return defaultGroupOrder
    const known = made.get(genderGroups)
    if (known) return known
    const parts = genderGroups.split('+').flatMap((group) => groups.get(group) ?? [])
    const order = parts.length === 0 ? defaultGroupOrder : meanOrder(parts)
    made.set(genderGroups, order)
    return order
  }
}
