import { useLingui } from '@lingui/react/macro'

export function useMatchKinds() {
  const { t } = useLingui()
  return {
    banned_account: t`A banned account uses this photo`,
    several_accounts: t`Another account uses this photo`,
    listed: t`This photo is on the watchlist`,
  }
}
