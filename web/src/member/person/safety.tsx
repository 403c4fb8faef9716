import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Ban, Flag } from 'lucide-react'
import { useState } from 'react'
import { members } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { navigate } from '../../router/navigation.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAction } from '../use-action.ts'

export function Safety({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const block = async () => {
    if (!(await action.run(() => members.block({ body: { userId: id } })))) return
    await queryClient.invalidateQueries()
    toast({ text: t`${name} is blocked. You’ll no longer see each other.` })
    void navigate({ to: paths.discover })
  }
  return (
    <section id="safety" className="flex flex-wrap gap-2" aria-label={t`Safety`}>
      <Link className={buttonClass('quiet', 'sm')} to={paths.support} search={{ about: id }}>
        <Flag size={16} />
        {t`Report`}
      </Link>
      <Button tone="danger" size="sm" onClick={() => setConfirming(true)}>
        <Ban size={16} />
        {t`Block`}
      </Button>
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t`Block ${name}?`}
        go={t`Block`}
        tone="danger-solid"
        busy={action.busy}
        onGo={() => void block()}
      >
        <ErrorNote>{action.text}</ErrorNote>
        <p>{t`You’ll no longer see each other. We won’t tell them. You can unblock them in Settings.`}</p>
      </Dialog>
    </section>
  )
}
