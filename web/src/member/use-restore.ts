import { useLingui } from '@lingui/react/macro'
import { settings } from '../api/member-client.ts'
import { refreshProfile } from '../session/actions.ts'
import { useSession } from '../session/store.ts'
import { toast } from '../ui/toast.tsx'
import { useFormats } from '../ui/use-formats.ts'
import { useAction } from './use-action.ts'

/** Keeps an account that is about to be erased, on the day given. */
export function useRestore() {
  const { t } = useLingui()
  const action = useAction()
  const { longDay } = useFormats()
  const due = useSession(({ user }) => user?.deletionDueAt)
  const restore = async () => {
    if (!(await action.run(() => settings.restoreAccount()))) return
    await refreshProfile()
    toast({
      text: t`You’re keeping your account. If you have Premium, you can choose whether it renews on the Premium page.`,
    })
  }
  return { day: due ? longDay(due) : '', restore, busy: action.busy, text: action.text }
}
