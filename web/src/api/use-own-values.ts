import type { OwnValues } from '@kindred/contract/profiles/values'
import { useQuery } from '@tanstack/react-query'
import { fieldsQuery } from './fields-client.ts'
import { useSettings } from './settings.ts'

const none: OwnValues = {}

/** What the operator lets members choose, in the reader’s language. Most communities keep ours, and ask for nothing. */
export function useOwnValues(): OwnValues {
  const { profileValues } = useSettings()
  const { data } = useQuery({ ...fieldsQuery, enabled: profileValues === true })
  return data?.data.values ?? none
}
