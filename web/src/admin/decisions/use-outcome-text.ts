import type { Decision } from '@kindred/contract/moderation/decisions'
import { useLingui } from '@lingui/react/macro'

/** What happened, for the message afterwards. */
export function useOutcomeText() {
  const { t } = useLingui()
  return ({ kind, state }: Decision, name: string): string =>
    state === 'waiting'
      ? t`Another administrator has to approve this first.`
      : {
          warn: t`${name} gets a warning.`,
          hide: t`The content is removed from ${name}’s profile.`,
          limit: t`${name}’s account is restricted.`,
          suspend: t`${name} is suspended.`,
          deactivate: t`${name} is deactivated.`,
          ban: t`${name} is banned.`,
        }[kind]
}
