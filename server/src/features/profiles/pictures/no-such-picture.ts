import { ApiError } from '@kindred/contract'

/** The same answer for a picture that doesn't exist and for one of another member. */
export const noSuchPicture = () => new ApiError('not_found', 'We couldn’t find this photo.')
