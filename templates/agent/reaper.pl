# Runs /bin/sh, and adopts the processes that it leaves behind: what hides its parent stays below this process, until
# none is left. Arguments: a name, and the numbers of the system calls prctl and setsid.
# Standard input and output are those of the shell. Descriptor 3: a line with the process of the shell when it starts,
# and one with its exit status when it has ended.

# As numbers: syscall passes on the addresses of strings.
my ($prctl, $setsid) = map { $_ + 0 } @ARGV[1, 2];
my ($set_subreaper, $set_parent_death_signal, $kill) = (36, 1, 9);
my @ignored = qw(TERM INT HUP PIPE);

open my $report, '>&=3' or exit 1;
syscall($prctl, $set_subreaper, 1, 0, 0, 0) == 0 or exit 1;
# A stop ends the processes below this one, which then ends by itself.
$SIG{$_} = 'IGNORE' for @ignored;
my $shell = fork;
defined $shell or exit 1;
if ($shell == 0) {
  # The shell is not left alone if a script ends this process.
  syscall($prctl, $set_parent_death_signal, $kill, 0, 0, 0);
  syscall($setsid);
  close $report;
  $SIG{$_} = 'DEFAULT' for @ignored;
  open STDERR, '>&STDOUT';
  exec { '/bin/sh' } '/bin/sh';
  exit 127;
}
# Whoever reads the output waits for its end.
close STDIN;
close STDOUT;
chdir '/';
syswrite $report, "$shell\n";
while ((my $ended = wait) > 0) {
  my $signal = $? & 127;
  syswrite $report, ($signal ? 128 + $signal : $? >> 8) . "\n" if $ended == $shell;
}
