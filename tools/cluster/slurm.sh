#!/usr/bin/env bash
# Slurm with two nodes on this machine, for a test of mine.sbatch: a node is killed in the middle of
# an array job.
#   tools/cluster/slurm.sh [SEEDDB]         as root; apt-get install slurmd slurmctld munge
source "$(dirname "$0")/common.sh"
for program in slurmd slurmctld munged sbatch; do need "$program" "slurmd slurmctld munge"; done
[ "$(id -u)" = 0 ] || { echo "slurmd wants to be root" >&2; exit 1; }
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
daemons=()
end() {
    for daemon in "${daemons[@]}"; do kill "$daemon" 2>/dev/null || true; done
    sleep 1
    for daemon in "${daemons[@]}"; do kill -9 "$daemon" 2>/dev/null || true; done
    [ -n "${KEEP:-}" ] || rm -rf "$work"
}
trap end EXIT
mkdir state munge
chmod 755 "$work"
chmod 700 munge
dd if=/dev/urandom of=munge/key bs=128 count=1 status=none
chmod 400 munge/key
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge.socket" \
    --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" >munged.log 2>&1 &
daemons+=($!)
cat >slurm.conf <<CONF
ClusterName=seeddb
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=5
JobRequeue=1
MpiDefault=none
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=26818 CPUs=1
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=26819 CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES State=UP
CONF
until [ -S munge.socket ]; do sleep 0.1; done
slurmctld -D -c >slurmctld.log 2>&1 &
daemons+=($!)
slurmd -D -N n1 >n1.log 2>&1 &
daemons+=($!)
slurmd -D -N n2 >n2.log 2>&1 &
node=$!
until [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; do sleep 0.5; done

begin=$SECONDS
job=$(sbatch --parsable --array="1-$SHARDS" "$tools/mine.sbatch")
# A task on the node that is to die.
until task=$(squeue -h -j "$job" -t R -w n2 -o %A | head -n 1) && [ -n "$task" ]; do sleep 0.2; done
sleep 1
echo "killing node n2 with its task, $(squeue -h -j "$job" -t R -w n2 -o %i)"
# The daemon of the node, and everything that it started for its tasks.
family() { # PID
    local child
    echo "$1"
    for child in $(pgrep -P "$1"); do family "$child"; done
}
steps=$(pgrep -f "slurmstepd: \[$task" || true)
kill -9 "$node" $(for step in $steps; do family "$step"; done) 2>/dev/null || true
# Slurm finds out, and runs the task again on the other node; what it does not is named by merge.
while squeue -h -j "$job" 2>/dev/null | grep -q .; do
    ((SECONDS - begin < 600)) || { squeue; exit 1; }
    # What is put back into the queue waits for two minutes; an operator may say that it need not.
    for waiting in $(squeue -h -j "$job" -t PD -o %A); do scontrol update jobid="$waiting" starttime=now 2>/dev/null || true; done
    sleep 1
done
grep -hE "requeue|node_fail|not resp" slurmctld.log | tail -n 3 || true
if missing=$("$SEEDDB" --create --db first.redb merge --expect "$SHARDS" shards/*.redb 2>&1); then
    echo "Slurm ran the lost task again"
else
    echo "$missing"
    sbatch --wait --array="${missing##*: }" "$tools/mine.sbatch"
fi
compare
