import type { FieldFilters } from '@kindred/contract/profiles/fields'

// The filters of a search as its address has them: “faculty:law,faculty:medicine,year:2..4”.

const PART = /^([a-z0-9-]+):(?:(-?\d{1,7})\.\.(-?\d{1,7})|([a-z0-9-]+))$/

export function filtersIn(text: string | undefined): FieldFilters {
  const filters: FieldFilters = {}
  for (const part of text?.split(',') ?? []) {
    const [, id, min, max, choice] = PART.exec(part) ?? []
    if (id === undefined) continue
    const before = filters[id]
    if (choice !== undefined) filters[id] = [...(Array.isArray(before) ? before : []), choice]
    else filters[id] = { min: Number(min), max: Number(max) }
  }
  return filters
}

export const filterText = (filters: FieldFilters): string =>
  Object.entries(filters)
    .flatMap(([id, filter]) =>
      Array.isArray(filter) ? filter.map((choice) => `${id}:${choice}`) : [`${id}:${filter.min}..${filter.max}`],
    )
    .join(',')
