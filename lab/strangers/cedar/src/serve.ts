/** A poll URL with a long query and three challenge headers must fit. */
export const headerLimits = { maxHeaderSize: 65_536 };
