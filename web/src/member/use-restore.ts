import { useLingui } from '@lingui/react/macro'
import { settings } from '../api/member-client.ts'
import { refreshProfile } from '../session/actions.ts'
import { toast } from '../ui/toast.tsx'
import { useAction } from './use-action.ts'

export function useRestore() {
  const { t } = useLingui()
  const action = useAction()
  const restore = async () => {
    if (!(await action.run(() => settings.restoreAccount()))) return
    await refreshProfile()
    toast({
      text: t`You’re keeping your account. If you have Premium, you can choose whether it renews on the Premium page.`,
    })
  }
  return { restore, busy: action.busy, text: action.text }
}
