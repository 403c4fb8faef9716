/**
 * Every text in a member's own words that others can read, and the inputs that take it. Each is sealed as evidence in
 * every version, judged by monitoring, compared with what staff removed, and erased with its author. A test goes through
 * the inputs of all routes, and tries these four.
 */
export const shownTexts = {
  message: ['sendMessage.text', 'editMessage.text', 'sendVoiceNote.text'],
  note: ['choose.note', 'addNote.note'],
  date: ['proposePlan.place'],
  name: ['firstName', 'name'].flatMap((each) => [`completeProfile.${each}`, `editProfile.${each}`]),
  gender: ['completeProfile.gender', 'editProfile.gender'],
  city: ['city', 'country'].flatMap((each) => [`completeProfile.location.${each}`, `editProfile.location.${each}`]),
  bio: ['completeProfile.bio', 'editProfile.bio'],
  prompt: ['question', 'answer'].flatMap((each) => [`completeProfile.prompts.${each}`, `editProfile.prompts.${each}`]),
  interests: ['completeProfile.interests', 'editProfile.interests'],
  languages: ['completeProfile.languages', 'editProfile.languages'],
  work: ['work', 'education'].flatMap((each) => [`completeProfile.basics.${each}`, `editProfile.basics.${each}`]),
  religion: ['completeProfile.basics.religion', 'editProfile.basics.religion'],
  field: ['answerFields.answers'],
  voice: ['saveVoiceAnswer.text'],
  photo: ['uploadProfilePicture.imageData.alt', 'uploadPictures.imagesData.alt', 'describePicture.alt'],
} as const

export type ShownPlace = keyof typeof shownTexts
export const shownPlaces = Object.keys(shownTexts) as [ShownPlace, ...ShownPlace[]]
