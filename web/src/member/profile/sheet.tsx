import type { OwnUser } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { members } from '../../api/member-client.ts'
import { setSession } from '../../session/store.ts'
import type { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useAction } from '../use-action.ts'

export type SheetProps = { user: OwnUser; onClose: () => void }
type Body = NonNullable<NonNullable<Parameters<typeof members.editProfile>[0]>['body']>
type Draft = Pick<ReturnType<typeof useFormDraft>, 'isChanged' | 'isFromBefore' | 'forget' | 'discard'>

type Saving = {
  drafts: readonly Draft[]
  /** An error that the server doesn't need to find. */
  invalid?: boolean
  onClose: () => void
} & (
  | {
      /** The changed fields only, so that changes from another device survive. */
      body: Body
      send?: never
    }
  | { body: object; send: () => Promise<void> }
)

async function edit(body: Body): Promise<void> {
  const { user } = (await members.editProfile({ body })).update
  const requiresProfileCompletion = !user.profileComplete
  setSession({ user, requiresProfileCompletion, onboardingComplete: !requiresProfileCompletion })
}

/** A sheet is saved by its button. Closed in any other way, it keeps the changes as a draft, which its row shows. */
export function useSheet(saving: Saving) {
  const { drafts, body, invalid = false, onClose } = saving
  const { t } = useLingui()
  const action = useAction()
  const [failed, setFailed] = useState<string>()
  const isChanged = drafts.some((each) => each.isChanged)
  const now = JSON.stringify(body)
  const save = async () => {
    await (saving.send ? saving.send() : edit(saving.body))
    for (const draft of drafts) draft.forget()
    toast({ text: t`Saved.` })
  }
  const close = () => {
    if (!action.busy) onClose()
  }
  const finish = () => {
    if (action.busy) return
    if (!isChanged) return onClose()
    setFailed(now)
    if (!invalid) void action.run(save).then((isSaved) => isSaved && onClose())
  }
  const problem = (path: string) =>
    Object.entries(action.problems).find(([each]) => each === path || each.startsWith(`${path}.`))?.[1]
  return {
    close,
    finish,
    busy: action.busy,
    problem,
    problems: action.problems,
    /** True once the member has tried to save an invalid form. */
    isRefused: invalid && failed === now,
    text: Object.keys(action.problems).length === 0 ? action.text : undefined,
    error: action.error,
    unsaved: {
      isFromBefore: drafts.some((each) => each.isFromBefore),
      discard: () => drafts.forEach(({ discard }) => discard()),
    },
  }
}

type Props = { title: string; lead?: ReactNode; state: ReturnType<typeof useSheet>; children: ReactNode }

export function Sheet({ title, lead, state, children }: Props) {
  const { t } = useLingui()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { close, finish, busy, text, error, isRefused, unsaved } = state
  useEffect(() => {
    if (error || isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error, isRefused])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    finish()
  }
  return (
    <Dialog
      low
      onClose={close}
      title={title}
      footer={
        <Button type="submit" form={id} className="ms-auto phone:w-full" busy={busy}>
          {t`Done`}
        </Button>
      }
    >
      <form ref={form} id={id} className="grid grid-cols-[minmax(0,1fr)] gap-5" noValidate onSubmit={submit}>
        {lead && <p className="text-ink-2">{lead}</p>}
        <Unsaved of={unsaved} />
        <ErrorNote>{text}</ErrorNote>
        {children}
      </form>
    </Dialog>
  )
}
