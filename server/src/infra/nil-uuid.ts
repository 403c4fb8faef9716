/** No row has this id. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000'
