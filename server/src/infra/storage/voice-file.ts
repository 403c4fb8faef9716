/** The sweep that removes dropped files uses this path, too. */
export const voiceFile = (fileId: string): string => `${fileId}/voice.ogg`
