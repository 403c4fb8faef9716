/** Where the sound of a voice note is stored. The sweep that removes dropped files looks there, too. */
export const voiceFile = (fileId: string): string => `${fileId}/voice.ogg`
