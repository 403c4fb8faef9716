import { useLingui } from '@lingui/react/macro'
import { Ban, Flag } from 'lucide-react'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { useSafety } from '../people/use-safety.tsx'

export function Safety({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const { report, block, dialog } = useSafety({ id, name }, () => void navigate({ to: paths.discover }))
  return (
    <section className="flex flex-wrap gap-2" aria-label={t`Safety`}>
      <Button tone="quiet" size="sm" onClick={report}>
        <Flag size={16} />
        {t`Report`}
      </Button>
      <Button tone="danger" size="sm" onClick={block}>
        <Ban size={16} />
        {t`Block`}
      </Button>
      {dialog}
    </section>
  )
}
