import type { EmailChange } from '@kindred/contract/moderation/email-change'
import { Trans, useLingui } from '@lingui/react/macro'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Only } from '../only.tsx'
import type { UserPage } from './use-user-details.ts'

type Props = { change: EmailChange; page: UserPage }

/** A new email from staff that waits for the owner of the present one to object. */
export function EmailChangeNote({ change: { email, by, askedAt, takesEffectAt }, page: { cancelEmailChange } }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const [name, asked, due] = [by ?? t`Unknown`, formats.dayAndTime(askedAt), formats.dayAndTime(takesEffectAt)]
  const cancel = () =>
    cancelEmailChange.mutate(undefined, {
      onSuccess: () => toast({ text: t`Email change canceled. We’ve emailed the member.` }),
      onError: (error) => toast({ text: errorText(error), bad: true }),
    })
  return (
    <Note>
      <span className="grid justify-items-start gap-2">
        <Trans>
          Their email changes to {email} on {due}, unless they object. {name} asked for this on {asked}.
        </Trans>
        <Only may="users.edit">
          <Button tone="quiet" size="sm" busy={cancelEmailChange.isPending} onClick={cancel}>
            <Trans>Cancel email change</Trans>
          </Button>
        </Only>
      </span>
    </Note>
  )
}
