import type { OwnField } from '@kindred/contract/profiles/fields'
import { useQuery } from '@tanstack/react-query'
import { fieldsQuery } from '../../api/fields-client.ts'

const noFields: readonly OwnField[] = []

/** The community’s own profile fields. Most communities have none. */
export function useFields(): { fields: readonly OwnField[]; isPending: boolean } {
  const { data, isPending } = useQuery(fieldsQuery)
  return { fields: data?.data.fields ?? noFields, isPending }
}

/** Required questions that the member has never been asked. */
export const unasked = (fields: readonly OwnField[]): OwnField[] =>
  fields.filter(({ required, answer, skipped }) => required && answer === null && !skipped)
