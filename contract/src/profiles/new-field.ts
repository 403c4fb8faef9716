import type { ProfileField } from './fields.ts'

/** A field as an operator begins to write it. */
export const newField: ProfileField = {
  id: '',
  kind: 'one',
  label: '',
  options: [],
  asked: 'later',
  required: false,
  audience: 'everyone',
  filter: 'off',
  dealbreaker: false,
  weight: 0,
  sensitive: false,
}
