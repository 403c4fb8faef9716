
      import { ApiError } from '@kindred/contract'
      export const error = new ApiError('made_up', 'This code is not in the list.')