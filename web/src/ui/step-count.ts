// From the name to the finished profile, joining is one flow with one count, although it continues on other pages after
// the emailed code and can be left for days.

/** The name, birthday, email and password, and the code that follows on its own page. */
export const JOIN_STEPS = 5
/** The questions of the profile. Those who joined through a provider also say when they were born, in the code's place. */
const PROFILE_STEPS = 8
export const ALL_STEPS = JOIN_STEPS + PROFILE_STEPS
