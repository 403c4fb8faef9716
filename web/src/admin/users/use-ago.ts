import { useLingui } from '@lingui/react/macro'
import { agoOf } from './last-active.ts'
import { useFormats } from '../../ui/use-formats.ts'

export function useAgo(): (lastActive: string | null) => string {
  const { t } = useLingui()
  const formats = useFormats()
  return (lastActive) => {
    const ago = agoOf(lastActive, Date.now())
    if (lastActive === null || ago.kind === 'never') return t`Never`
    if (ago.kind === 'now') return t`Just now`
    if (ago.kind === 'hours') return t`${ago.count}h ago`
    if (ago.kind === 'days') return t`${ago.count}d ago`
    return formats.day(lastActive)
  }
}
