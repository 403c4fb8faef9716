import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lineCardClass } from '../../ui/classes.ts'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useAskForAge, useUserAge } from '../age-checks/use-age-checks.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'

type Props = { id: string; name: string }

/** Whether someone has shown that they are 18 or older, and how. Staff may ask for it, or take it back. */
export default function AgeCard({ id, name }: Props) {
  const { t } = useLingui()
  const { day } = useFormats()
  const { data: age } = useUserAge(id)
  if (!age) return null
  const { proven, askedAt } = age
  const methods = {
    openid: t`an identity provider`,
    wallet: t`the EU’s proof of age`,
    document: t`a document`,
    selfie: t`a selfie`,
  }
  const [method, on] = proven ? [methods[proven.by], day(`${proven.on}T12:00:00Z`)] : ['', '']
  return (
    <section className={proven || askedAt ? 'card grid gap-3' : lineCardClass} aria-labelledby="age-proof">
      <h2 id="age-proof">{t`Proof of age`}</h2>
      <p className={proven || askedAt ? '' : 'min-w-40 flex-1 text-small text-muted'}>
        {proven
          ? t`Showed they’re 18 or older with ${method} on ${on}.`
          : askedAt
            ? t`Asked on ${day(askedAt)}. Until they show it, they can’t write to anyone.`
            : t`Not shown, and not asked for.`}
      </p>
      <IfAllowed may="reports.work">
        <Ask id={id} name={name} isAsked={askedAt !== null} isProven={proven !== null} />
      </IfAllowed>
    </section>
  )
}

function Ask({ id, name, isAsked, isProven }: Props & { isAsked: boolean; isProven: boolean }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const ask = useAskForAge(id, () => {
    setOpen(false)
    toast({ text: isAsked ? t`They’re no longer asked.` : t`We’ve asked them by email and in the app.` })
  })
  const go = isAsked ? t`Stop asking` : isProven ? t`Revoke proof` : t`Ask for proof`
  const title = isAsked
    ? t`Stop asking ${name} for proof of age?`
    : isProven
      ? t`Revoke ${name}’s proof of age?`
      : t`Ask ${name} for proof of age?`
  return (
    <>
      <Button tone="quiet" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        {go}
      </Button>
      {isOpen && (
        <ReasonDialog
          draftKey={`age.${id}`}
          title={title}
          label={t`Reason (only visible to the team)`}
          {...(isAsked ? {} : { hint: t`Until they show it, they can read their messages, but not write to anyone.` })}
          go={go}
          busy={ask.isPending}
          onClose={() => setOpen(false)}
          onGo={(reason) => ask.mutate({ stop: isAsked, reason })}
        />
      )}
    </>
  )
}
