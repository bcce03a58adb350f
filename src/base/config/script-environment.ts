const passedOn = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|TMPDIR)$/;

/** The variables of this process that scripts on this machine see: none of Flowgate's settings or secrets. */
export function scriptEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && passedOn.test(name) ? [[name, value]] : [],
    ),
  );
}
