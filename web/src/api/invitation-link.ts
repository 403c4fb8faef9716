/** The page that opens an invitation, on the host of this page. */
export const invitationLink = (code: string): string =>
  `${location.origin}/join?${new URLSearchParams({ invitation: code })}`
