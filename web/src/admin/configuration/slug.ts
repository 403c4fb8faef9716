import { folded } from '../../ui/folded.ts'

/** A stable ID from an English label, that isn’t among the taken ones. */
export function slugOf(label: string, taken: readonly string[], fallback: string): string {
  const base =
    folded(label)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 36)
      .replace(/-+$/, '') || fallback
  let id = base
  for (let nth = 2; taken.includes(id); nth++) id = `${base}-${nth}`
  return id
}
