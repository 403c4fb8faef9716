import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useAction } from '../use-action.ts'

const SHOWN = 4000

export function useSaving() {
  const { t } = useLingui()
  const action = useAction()
  const [saved, setSaved] = useState<{ name: string }>()
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setSaved(undefined), SHOWN)
    return () => clearTimeout(timer)
  }, [saved])
  const save = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    setSaved(undefined)
    if (await action.run(work)) setSaved({ name })
  }
  return { ...action, save, noteFor: (name: string) => (saved?.name === name ? t`Saved` : '') }
}
