import { ApiError } from '@kindred/contract'

/** The same answer for a missing picture and for another member's. */
export const noSuchPicture = () => new ApiError('not_found', 'We couldn’t find this photo.')
