type Fixed = { answers: readonly string[]; sensitive?: boolean | undefined }

/** Answers are stored by number and with the consent of their time, so a question with other ones is a new question. */
export const hasSameAnswers = (one: Fixed, other: Fixed): boolean =>
  one.answers.length === other.answers.length &&
  one.answers.every((answer, at) => answer === other.answers[at]) &&
  (one.sensitive ?? false) === (other.sensitive ?? false)
