import { useLingui } from '@lingui/react/macro'
import { errorText } from '../../api/error-text.ts'
import { ErrorNote } from '../../ui/pieces.tsx'
import type { useConfiguration } from './use-configuration.ts'
import { usePathName } from './words.ts'

type Props = { page: Pick<ReturnType<typeof useConfiguration>, 'draft' | 'save' | 'refusals' | 'isCorrected'> }

/** Why the last save failed. The server’s own message names the setting as the API does. */
export function SaveError({ page: { draft, save, refusals, isCorrected } }: Props) {
  const { t } = useLingui()
  const nameOf = usePathName(draft)
  const [{ path, msg: problem } = { path: '', msg: '' }] = refusals
  const part = nameOf(path)
  return (
    <ErrorNote>{save.isError && !isCorrected && (problem ? t`${part}: ${problem}` : errorText(save.error))}</ErrorNote>
  )
}
