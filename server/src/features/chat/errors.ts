import { ApiError } from '@kindred/contract'

export const noSuchMatch = () => new ApiError('not_found', 'There is no such match.')
export const noSuchMessage = () => new ApiError('not_found', 'There is no such message.')
