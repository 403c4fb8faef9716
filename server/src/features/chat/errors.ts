import { ApiError } from '@kindred/contract'

export const noSuchMatch = () => new ApiError('not_found', 'We couldn’t find this match.')
export const noSuchMessage = () => new ApiError('not_found', 'We couldn’t find this message.')
