import { ApiError } from '@kindred/contract'

export const noSuchMatch = () => new ApiError('not_found', 'We couldn’t find this match.')
export const noSuchMessage = () => new ApiError('not_found', 'We couldn’t find this message.')

export function assertUnlimited({ limited_until }: { limited_until: Date | null }, now: Date): void {
  if (limited_until !== null && limited_until > now)
    throw new ApiError('forbidden', 'You can’t send messages for now. See the decision in Support.')
}
