// What a pod, or whoever admits it, says when it cannot start. No reason of those who wait for it outweighs that.
const breakdowns: readonly RegExp[] = [
  /crash ?loop/i,
  /image ?pull ?back ?off|err(or)? ?image ?pull|invalid ?image ?name|image ?inspect ?error/i,
  /failed to pull( and unpack)? image/i,
  /create ?container(config)? ?error|run ?container ?error/i,
  /\boom ?killed\b/i,
  /admission webhook\b.*\bdenied\b|denied the request|violates podsecurity|exceeded quota/i,
]

/** Whether a text tells of a crash loop, an image that cannot be pulled, or a pod that is not admitted. */
export const tellsBreakdown = (text: string): boolean => breakdowns.some((each) => each.test(text))

const approvals: readonly RegExp[] = [
  /\b(a?wait(s|ing)?|needs|requires)\b.{0,60}\b(approval|be(ing)? approved)\b/i,
  /\bpending( \w+){0,2} approval\b|\bapproval( is)? (pending|required|needed)\b/i,
]

/** Whether a text says that somebody must approve before anything goes on. */
export const awaitsApproval = (text: string): boolean => approvals.some((each) => each.test(text))

/** Whether a text says only that something is there already: what was wanted is there. */
export const saysAlreadyThere = (text: string): boolean => /already ?exists?\b/i.test(text)
