import type { AdminUser } from '@kindred/contract/moderation/administration'
import { useLingui } from '@lingui/react/macro'
import { usePlaceWords } from '../../api/place-words.ts'
import { useGenderName } from '../state-words.ts'
import { useAgo } from './use-ago.ts'
import { useFormats } from '../../ui/use-formats.ts'

export type Fact = [name: string, value: string | null]

export function useFacts(user: AdminUser): Fact[] {
  const { t } = useLingui()
  const formats = useFormats()
  const ago = useAgo()
  const places = usePlaceWords()
  const genderName = useGenderName()
  return [
    [t`Email`, user.email],
    [t`User ID`, user._id],
    [t`Join Date`, formats.longDay(user.createdAt)],
    [t`Last Active`, ago(user.lastActive)],
    [t`Age`, user.age === null ? null : String(user.age)],
    [t`Gender`, user.gender && genderName(user.gender)],
    [t`Location`, places.whole(user.location) || null],
    [t`Profile complete`, user.profileComplete ? t`Yes` : t`No`],
  ]
}
